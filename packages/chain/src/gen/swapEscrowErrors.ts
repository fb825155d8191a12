// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.
export const swapEscrowErrors = [
  {
    "type": "error",
    "name": "AnswerTooExpensive",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "CoinsRefused",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "CoinsToZeroAddress",
    "inputs": [
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "CreationPaused",
    "inputs": []
  },
  {
    "type": "error",
    "name": "DeploymentFailed",
    "inputs": []
  },
  {
    "type": "error",
    "name": "DuplicateNft",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "DurationOutOfRange",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "EmptySide",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "FeeAboveMax",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "HeldByOffer",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      },
      {
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "MaxFeeTooLarge",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NftOnBothSides",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NoCoins",
    "inputs": []
  },
  {
    "type": "error",
    "name": "NoCoinsOwed",
    "inputs": [
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NoFees",
    "inputs": []
  },
  {
    "type": "error",
    "name": "NoNfts",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotCreator",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "address"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotEnoughGas",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotErc721",
    "inputs": [
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotOwner",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotParty",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotPendingOwner",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotReceived",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotRecipient",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "address"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotWaiting",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NothingReturned",
    "inputs": [
      {
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "NothingToClaim",
    "inputs": [
      {
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferClosed",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "uint8"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferExpired",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferNotExpired",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferNumbersSpent",
    "inputs": [
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PayoutRefused",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "RecipientDiffers",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RecipientIsCollection",
    "inputs": [
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RecipientIsCreator",
    "inputs": [
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RecipientIsEscrow",
    "inputs": [
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RecipientMissing",
    "inputs": []
  },
  {
    "type": "error",
    "name": "Reentered",
    "inputs": []
  },
  {
    "type": "error",
    "name": "RequestedFromCollection",
    "inputs": [
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedFromEscrow",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedFromSeveral",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      },
      {
        "type": "address"
      },
      {
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedFromYourself",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedNftUnowned",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooEarlyToSendHome",
    "inputs": [
      {
        "type": "bytes32"
      },
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooManyCoins",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooManyNfts",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TransferFailed",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      },
      {
        "type": "bytes"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnequalArrays",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnexpectedNft",
    "inputs": [
      {
        "type": "address"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnknownOffer",
    "inputs": [
      {
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "WrongValue",
    "inputs": [
      {
        "type": "uint256"
      },
      {
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ZeroOwner",
    "inputs": []
  }
] as const
