// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Named here only to be compiled along with the comparison, which deploys them by name.
import {ReferenceEscrow} from "../../reference/ReferenceEscrow.sol";
import {SwapEscrow} from "../../src/SwapEscrow.sol";
