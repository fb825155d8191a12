// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Imported by nobody: named here so that both are compiled beside the comparison, which deploys them by name.
import {ReferenceEscrow} from "../../reference/ReferenceEscrow.sol";
import {SwapEscrow} from "../../src/SwapEscrow.sol";
