// SPDX-License-Identifier: MIT
// Represents a listed coin on the devnet: a plain ERC-20 whose owner mints. It is worthless and not meant for a real chain.
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

contract TestToken is ERC20, Ownable {
    uint8 private immutable _places;

    constructor(string memory name_, string memory symbol_, uint8 places, address owner_)
        ERC20(name_, symbol_)
        Ownable(owner_)
    {
        _places = places;
    }

    function decimals() public view override returns (uint8) {
        return _places;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
