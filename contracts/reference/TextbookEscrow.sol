// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title The escrow as a textbook would write it: everything in storage, an OpenZeppelin guard, `delete` at the end.
/// @notice It is measured beside the product's escrow and never deployed to a public network.
contract TextbookEscrow is Ownable, ReentrancyGuard {
    struct Offer {
        address creator;
        address recipient;
        address[] offeredContracts;
        uint256[] offeredIds;
        address[] requestedContracts;
        uint256[] requestedIds;
        uint256 expiresAt;
        bool active;
    }

    uint256 public fee;
    uint256 private _count;
    mapping(bytes32 => Offer) private _offers;

    event OfferCreated(bytes32 indexed offerId, address indexed creator, address indexed recipient, uint256 expiresAt);
    event OfferCompleted(bytes32 indexed offerId, address indexed acceptor);
    event OfferCancelled(bytes32 indexed offerId, address indexed by);

    error Unequal();
    error WrongFee();
    error NotActive();
    error NotParty();
    error WrongTime();

    constructor(uint256 fee_) Ownable(msg.sender) {
        fee = fee_;
    }

    function create(
        address recipient,
        address[] calldata offeredContracts,
        uint256[] calldata offeredIds,
        address[] calldata requestedContracts,
        uint256[] calldata requestedIds,
        uint256 duration
    ) external payable nonReentrant returns (bytes32 offerId) {
        require(msg.value == fee, WrongFee());
        require(offeredContracts.length == offeredIds.length, Unequal());
        require(requestedContracts.length == requestedIds.length, Unequal());
        offerId = keccak256(abi.encode(msg.sender, recipient, ++_count));
        Offer storage offer = _offers[offerId];
        offer.creator = msg.sender;
        offer.recipient = recipient;
        offer.offeredContracts = offeredContracts;
        offer.offeredIds = offeredIds;
        offer.requestedContracts = requestedContracts;
        offer.requestedIds = requestedIds;
        offer.expiresAt = block.timestamp + duration;
        offer.active = true;
        emit OfferCreated(offerId, msg.sender, recipient, offer.expiresAt);
        for (uint256 i = 0; i < offeredIds.length; i++) {
            IERC721(offeredContracts[i]).transferFrom(msg.sender, address(this), offeredIds[i]);
        }
    }

    function accept(bytes32 offerId) external payable nonReentrant {
        Offer memory offer = _offers[offerId];
        require(msg.value == fee, WrongFee());
        require(offer.active, NotActive());
        require(offer.recipient == msg.sender, NotParty());
        require(block.timestamp <= offer.expiresAt, WrongTime());
        delete _offers[offerId];
        emit OfferCompleted(offerId, msg.sender);
        for (uint256 i = 0; i < offer.requestedIds.length; i++) {
            IERC721(offer.requestedContracts[i]).transferFrom(msg.sender, offer.creator, offer.requestedIds[i]);
        }
        for (uint256 i = 0; i < offer.offeredIds.length; i++) {
            IERC721(offer.offeredContracts[i]).transferFrom(address(this), msg.sender, offer.offeredIds[i]);
        }
    }

    function cancel(bytes32 offerId) external nonReentrant {
        Offer memory offer = _offers[offerId];
        require(offer.active, NotActive());
        require(offer.creator == msg.sender, NotParty());
        require(block.timestamp <= offer.expiresAt, WrongTime());
        _giveBack(offerId, offer);
    }

    function cancelExpired(bytes32 offerId) external payable nonReentrant {
        Offer memory offer = _offers[offerId];
        require(msg.value == fee, WrongFee());
        require(offer.active, NotActive());
        require(offer.creator == msg.sender || offer.recipient == msg.sender, NotParty());
        require(block.timestamp > offer.expiresAt, WrongTime());
        _giveBack(offerId, offer);
    }

    function _giveBack(bytes32 offerId, Offer memory offer) private {
        delete _offers[offerId];
        emit OfferCancelled(offerId, msg.sender);
        for (uint256 i = 0; i < offer.offeredIds.length; i++) {
            IERC721(offer.offeredContracts[i]).transferFrom(address(this), offer.creator, offer.offeredIds[i]);
        }
    }
}
