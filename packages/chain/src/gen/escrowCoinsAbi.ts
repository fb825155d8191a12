// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.
import { swapEscrowErrors } from './swapEscrowErrors.ts'

export const escrowCoinsAbi = [
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
