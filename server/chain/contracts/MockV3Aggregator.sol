// SPDX-License-Identifier: MIT
// A devnet price feed that reads like a Chainlink AggregatorV3Interface. It stores only its latest round, in one
// storage slot, so that years of skipped time do not grow the devnet's state.
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

interface AggregatorV3Interface {
    function decimals() external view returns (uint8);
    function description() external view returns (string memory);
    function version() external view returns (uint256);
    function getRoundData(uint80 round)
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}

contract MockV3Aggregator is AggregatorV3Interface, Ownable {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    error NoData();

    uint256 public constant version = 1;
    uint8 public immutable decimals;
    string public description;

    int128 private _answer;
    uint64 private _updatedAt;
    uint64 private _round;

    constructor(uint8 decimals_, string memory description_, int128 answer_, address owner_) Ownable(owner_) {
        decimals = decimals_;
        description = description_;
        _set(answer_);
    }

    function updateAnswer(int128 answer_) external onlyOwner {
        _set(answer_);
        emit AnswerUpdated(answer_, _round, block.timestamp);
    }

    // Sets any round, for testing readers: old, in the future, or invalid.
    function updateRoundData(uint80 round, int256 answer_, uint256 updatedAt, uint256) external onlyOwner {
        _answer = int128(answer_);
        _updatedAt = uint64(updatedAt);
        _round = uint64(round);
        emit AnswerUpdated(answer_, round, updatedAt);
    }

    // Starts a new round with the current price. Open to anyone: all it can do is make a test price fresh.
    function touch() external {
        _set(_answer);
    }

    function getRoundData(uint80 round) external view returns (uint80, int256, uint256, uint256, uint80) {
        if (round != _round) revert NoData();
        return latestRoundData();
    }

    function latestAnswer() external view returns (int256) {
        return _answer;
    }

    function latestRoundData() public view returns (uint80, int256, uint256, uint256, uint80) {
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }

    function _set(int128 answer_) private {
        _answer = answer_;
        _updatedAt = uint64(block.timestamp);
        _round += 1;
    }
}
