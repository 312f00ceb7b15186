// SPDX-License-Identifier: MIT
// Checks one contract wallet's signature and returns 0x01 or 0x00 as its own code. It is never deployed: its creation is
// simulated by eth_call, so that it can deploy a missing wallet (ERC-6492) before it asks it (ERC-1271).
pragma solidity 0.8.37;

interface Signer {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

contract SignatureValidator {
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;

    constructor(address signer, bytes32 hash, bytes memory signature) {
        bool good = _check(signer, hash, signature);
        assembly {
            mstore8(0, good)
            return(0, 1)
        }
    }

    function _check(address signer, bytes32 hash, bytes memory signature) private returns (bool) {
        if (!_isWrapped(signature)) return _ask(signer, hash, signature);
        assembly {
            mstore(signature, sub(mload(signature), 32))
        }
        (address factory, bytes memory make, bytes memory inner) = abi.decode(signature, (address, bytes, bytes));
        // An existing wallet is asked first; only if it does not agree is it prepared (ERC-6492, "Verifier side").
        if (_ask(signer, hash, inner)) return true;
        bool made;
        assembly ("memory-safe") {
            made := call(gas(), factory, 0, add(make, 32), mload(make), 0, 0)
        }
        return made && _ask(signer, hash, inner);
    }

    function _isWrapped(bytes memory signature) private pure returns (bool) {
        if (signature.length < 32) return false;
        bytes32 tail;
        assembly {
            tail := mload(add(signature, mload(signature)))
        }
        return tail == WRAPPED;
    }

    // Reads 32 bytes of the answer, in assembly: Solidity would copy all of it, and a wallet may answer with megabytes.
    function _ask(address signer, bytes32 hash, bytes memory signature) private view returns (bool good) {
        if (signer.code.length == 0) return false;
        bytes memory question = abi.encodeCall(Signer.isValidSignature, (hash, signature));
        bytes32 magic = Signer.isValidSignature.selector;
        assembly ("memory-safe") {
            let answered := staticcall(gas(), signer, add(question, 32), mload(question), 0, 32)
            good := and(answered, and(gt(returndatasize(), 31), eq(mload(0), magic)))
        }
    }
}
