-- What an account has staked is found by stake_orders_next, which starts with the same column under the same condition.
drop index stake_orders_active;
