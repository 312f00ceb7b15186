// SPDX-License-Identifier: MIT
// A contract wallet for tests: signs through ERC-1271 with its owner's key; a factory deploys it at a predictable address (ERC-6492).
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

contract TestWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(hash, signature);
        bool good = problem == ECDSA.RecoverError.NoError && signer == owner;
        return good ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

contract TestWalletFactory {
    function make(address owner, bytes32 salt) external returns (TestWallet) {
        return new TestWallet{salt: salt}(owner);
    }
}
