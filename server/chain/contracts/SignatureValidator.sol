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
        (bool made, ) = factory.call(make);
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

    function _ask(address signer, bytes32 hash, bytes memory signature) private view returns (bool) {
        if (signer.code.length == 0) return false;
        (bool answered, bytes memory answer) = signer.staticcall(abi.encodeCall(Signer.isValidSignature, (hash, signature)));
        return answered && answer.length >= 32 && bytes32(answer) == bytes32(Signer.isValidSignature.selector);
    }
}
