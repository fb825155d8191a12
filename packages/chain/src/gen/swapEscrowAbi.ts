// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.
export const swapEscrowAbi = [
  {
    "type": "function",
    "name": "acceptOwnership",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "acceptSwapOffer",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "payable"
  },
  {
    "type": "function",
    "name": "cancelExpiredOffer",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "payable"
  },
  {
    "type": "function",
    "name": "cancelSwapOffer",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "claimReturned",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "claimReturned",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "which",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "createMultiSwapOffer",
    "inputs": [
      {
        "name": "tokenAContracts",
        "type": "address[]"
      },
      {
        "name": "tokenAIds",
        "type": "uint256[]"
      },
      {
        "name": "tokenBContracts",
        "type": "address[]"
      },
      {
        "name": "tokenBIds",
        "type": "uint256[]"
      },
      {
        "name": "duration",
        "type": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "stateMutability": "payable"
  },
  {
    "type": "function",
    "name": "createSwapOffer",
    "inputs": [
      {
        "name": "tokenA",
        "type": "address"
      },
      {
        "name": "tokenIdA",
        "type": "uint256"
      },
      {
        "name": "tokenB",
        "type": "address"
      },
      {
        "name": "tokenIdB",
        "type": "uint256"
      },
      {
        "name": "duration",
        "type": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "stateMutability": "payable"
  },
  {
    "type": "function",
    "name": "creationPaused",
    "inputs": [],
    "outputs": [
      {
        "type": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "custodyOf",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "emergencyWithdraw",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "fee",
    "inputs": [],
    "outputs": [
      {
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "getOfferDetails",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "creator",
        "type": "address"
      },
      {
        "name": "recipient",
        "type": "address"
      },
      {
        "name": "tokenAContracts",
        "type": "address[]"
      },
      {
        "name": "tokenAIds",
        "type": "uint256[]"
      },
      {
        "name": "tokenBContracts",
        "type": "address[]"
      },
      {
        "name": "tokenBIds",
        "type": "uint256[]"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      },
      {
        "name": "isActive",
        "type": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "maxFee",
    "inputs": [],
    "outputs": [
      {
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "onERC721Received",
    "inputs": [
      {
        "name": "operator",
        "type": "address"
      },
      {
        "name": "from",
        "type": "address"
      },
      {
        "name": "tokenId",
        "type": "uint256"
      },
      {
        "name": "data",
        "type": "bytes"
      }
    ],
    "outputs": [
      {
        "type": "bytes4"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "owner",
    "inputs": [],
    "outputs": [
      {
        "type": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pendingOwner",
    "inputs": [],
    "outputs": [
      {
        "type": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "renounceOwnership",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "sendHome",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setCreationPaused",
    "inputs": [
      {
        "name": "paused",
        "type": "bool"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "swapOffers",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "creator",
        "type": "address"
      },
      {
        "name": "recipient",
        "type": "address"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      },
      {
        "name": "status",
        "type": "uint8"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "transferOwnership",
    "inputs": [
      {
        "name": "newOwner",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "updateFee",
    "inputs": [
      {
        "name": "newFee",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "withdrawFees",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "event",
    "name": "CreationPausedSet",
    "inputs": [
      {
        "name": "paused",
        "type": "bool"
      }
    ]
  },
  {
    "type": "event",
    "name": "EmergencyWithdrawn",
    "inputs": [
      {
        "name": "nftContract",
        "type": "address",
        "indexed": true
      },
      {
        "name": "tokenId",
        "type": "uint256",
        "indexed": true
      },
      {
        "name": "to",
        "type": "address",
        "indexed": true
      }
    ]
  },
  {
    "type": "event",
    "name": "FeeUpdated",
    "inputs": [
      {
        "name": "oldFee",
        "type": "uint256"
      },
      {
        "name": "newFee",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "event",
    "name": "FeesWithdrawn",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "indexed": true
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "event",
    "name": "MultiSwapOfferCreated",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "creator",
        "type": "address",
        "indexed": true
      },
      {
        "name": "recipient",
        "type": "address",
        "indexed": true
      },
      {
        "name": "tokenAContracts",
        "type": "address[]"
      },
      {
        "name": "tokenAIds",
        "type": "uint256[]"
      },
      {
        "name": "tokenBContracts",
        "type": "address[]"
      },
      {
        "name": "tokenBIds",
        "type": "uint256[]"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "event",
    "name": "OwnershipTransferStarted",
    "inputs": [
      {
        "name": "previousOwner",
        "type": "address",
        "indexed": true
      },
      {
        "name": "newOwner",
        "type": "address",
        "indexed": true
      }
    ]
  },
  {
    "type": "event",
    "name": "OwnershipTransferred",
    "inputs": [
      {
        "name": "previousOwner",
        "type": "address",
        "indexed": true
      },
      {
        "name": "newOwner",
        "type": "address",
        "indexed": true
      }
    ]
  },
  {
    "type": "event",
    "name": "ReturnClaimed",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
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
    "type": "event",
    "name": "ReturnFailed",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
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
    "type": "event",
    "name": "SwapCancelled",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "by",
        "type": "address",
        "indexed": true
      }
    ]
  },
  {
    "type": "event",
    "name": "SwapCompleted",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "acceptor",
        "type": "address",
        "indexed": true
      }
    ]
  },
  {
    "type": "event",
    "name": "SwapOfferCounts",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "myNftCount",
        "type": "uint256"
      },
      {
        "name": "friendNftCount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "event",
    "name": "SwapOfferCreated",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "creator",
        "type": "address",
        "indexed": true
      },
      {
        "name": "recipient",
        "type": "address",
        "indexed": true
      },
      {
        "name": "tokenA",
        "type": "address"
      },
      {
        "name": "tokenIdA",
        "type": "uint256"
      },
      {
        "name": "tokenB",
        "type": "address"
      },
      {
        "name": "tokenIdB",
        "type": "uint256"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "AnswerTooExpensive",
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
        "name": "gasLimit",
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
    "name": "NotWaiting",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "which",
        "type": "uint256"
      },
      {
        "name": "waiting",
        "type": "uint256"
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
    "name": "OfferNumbersSpent",
    "inputs": [
      {
        "name": "last",
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
    "name": "TooEarlyToSendHome",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      },
      {
        "name": "openFrom",
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
