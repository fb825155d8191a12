// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.
import { swapEscrowErrors } from './swapEscrowErrors.ts'

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
    "name": "coinsOf",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "coinsA",
        "type": "uint256"
      },
      {
        "name": "coinsB",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "coinsOwed",
    "inputs": [
      {
        "name": "account",
        "type": "address"
      }
    ],
    "outputs": [
      {
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
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
    "name": "createSwapOfferWithCoins",
    "inputs": [
      {
        "name": "a",
        "type": "tuple",
        "components": [
          {
            "name": "nftContracts",
            "type": "address[]"
          },
          {
            "name": "tokenIds",
            "type": "uint256[]"
          },
          {
            "name": "coins",
            "type": "uint256"
          }
        ]
      },
      {
        "name": "b",
        "type": "tuple",
        "components": [
          {
            "name": "nftContracts",
            "type": "address[]"
          },
          {
            "name": "tokenIds",
            "type": "uint256[]"
          },
          {
            "name": "coins",
            "type": "uint256"
          }
        ]
      },
      {
        "name": "duration",
        "type": "uint256"
      },
      {
        "name": "recipient",
        "type": "address"
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
    "name": "lockedCoins",
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
    "name": "takeOwedCoins",
    "inputs": [
      {
        "name": "to",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
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
    "name": "CoinsOwed",
    "inputs": [
      {
        "name": "offerId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "account",
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
    "name": "OwedCoinsTaken",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "indexed": true
      },
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
    "type": "event",
    "name": "SwapOfferWithCoinsCreated",
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
        "name": "a",
        "type": "tuple",
        "components": [
          {
            "name": "nftContracts",
            "type": "address[]"
          },
          {
            "name": "tokenIds",
            "type": "uint256[]"
          },
          {
            "name": "coins",
            "type": "uint256"
          }
        ]
      },
      {
        "name": "b",
        "type": "tuple",
        "components": [
          {
            "name": "nftContracts",
            "type": "address[]"
          },
          {
            "name": "tokenIds",
            "type": "uint256[]"
          },
          {
            "name": "coins",
            "type": "uint256"
          }
        ]
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      }
    ]
  },
  ...swapEscrowErrors
] as const
