// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.
export const swapEscrowErrors = [
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
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "DurationOutOfRange",
    "inputs": [
      {
        "name": "duration",
        "type": "uint256"
      },
      {
        "name": "limit",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "EmptySide",
    "inputs": [
      {
        "name": "offered",
        "type": "uint256"
      },
      {
        "name": "requested",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "FeeAboveMax",
    "inputs": [
      {
        "name": "requested",
        "type": "uint256"
      },
      {
        "name": "maximum",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "HeldByOffer",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      },
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "MaxFeeTooLarge",
    "inputs": [
      {
        "name": "requested",
        "type": "uint256"
      },
      {
        "name": "limit",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NftOnBothSides",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
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
    "name": "NotCreator",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "caller",
        "type": "address"
      },
      {
        "name": "creator",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotEnoughGas",
    "inputs": [
      {
        "name": "available",
        "type": "uint256"
      },
      {
        "name": "needed",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotErc721",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotOwner",
    "inputs": [
      {
        "name": "caller",
        "type": "address"
      },
      {
        "name": "owner",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotParty",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "caller",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotPendingOwner",
    "inputs": [
      {
        "name": "caller",
        "type": "address"
      },
      {
        "name": "pendingOwner",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotReceived",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      },
      {
        "name": "to",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotRecipient",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "caller",
        "type": "address"
      },
      {
        "name": "recipient",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NothingReturned",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "NothingToClaim",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferClosed",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "status",
        "type": "uint8"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferExpired",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      },
      {
        "name": "nowS",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "OfferNotExpired",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      },
      {
        "name": "nowS",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PayoutRefused",
    "inputs": [
      {
        "name": "to",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
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
        "name": "nftContract",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedFromEscrow",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedFromSeveral",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      },
      {
        "name": "holder",
        "type": "address"
      },
      {
        "name": "recipient",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedFromYourself",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "RequestedNftUnowned",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooManyNfts",
    "inputs": [
      {
        "name": "count",
        "type": "uint256"
      },
      {
        "name": "limit",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TransferFailed",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      },
      {
        "name": "reason",
        "type": "bytes"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnequalArrays",
    "inputs": [
      {
        "name": "contracts",
        "type": "uint256"
      },
      {
        "name": "ids",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnexpectedNft",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnknownOffer",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "WrongValue",
    "inputs": [
      {
        "name": "sent",
        "type": "uint256"
      },
      {
        "name": "due",
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
