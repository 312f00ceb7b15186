/** Messages of replies in English. The specification's user messages are kept word for word. */
import type { Messages } from './messages.ts';

export const en: Messages = {
  ok: '',
  invalid_request: 'We couldn’t read this. Nothing changed. Check what you entered and try again.',
  session_expired: 'Your session has expired. Nothing is lost. Sign in again.',
  please_log_in: 'Please log in',
  forbidden: 'This isn’t available here. Nothing changed.',
  forbidden_claim_only:
    'This device can only view and claim. Nothing changed. Connect your wallet here to do more.',
  not_found: 'We couldn’t find this. Check the link or go back.',
  not_found_unstaked: 'This stake is already unstaked. Nothing changed.',
  conflict: 'This was already sent with other details. Nothing changed. Reload and try again.',
  too_large: 'This is too large. Nothing was saved. Choose something smaller.',
  too_many_requests: 'Too many requests, please try again later',
  too_many_requests_busy: 'We’re busy. Nothing was saved. Try again in a moment.',
  too_many_requests_uploads: 'Too many uploads from this account. Nothing was saved. Try again in an hour.',
  too_many_requests_quota:
    'Too many uploads from this account or network today. Nothing was saved. Try again tomorrow.',
  internal:
    'Something went wrong on our side. Nothing changed. Try again, or contact us if it keeps happening.',
  unavailable: 'The service isn’t answering. Nothing changed. Try again in a minute.',
  bad_sign: 'This page may be out of date. Nothing changed. Reload and try again.',
  stale_timestamp: 'Your device’s clock is off. Nothing changed. Set its date and time, then try again.',
  bad_wallet_signature: 'The signature doesn’t match. Nothing changed. Sign in again with the same account.',
  bad_nonce: 'This sign-in has expired or was used. Nothing changed. Sign in again.',
  device_unknown: 'This device is signed out. Nothing changed. Connect your wallet to sign in.',
  kyc_required: 'KYC not completed, verify before starting the miner',
  kyc_required_withdraw: 'KYC not completed, verify before withdrawing. Your balance is unchanged.',
  kyc_pending: 'You’ve already applied. See the result on the KYC page.',
  kyc_invalid: 'Your submitted information is incorrect. Please upload the correct information.',
  account_frozen: 'This account is frozen. Nothing changed. Reach us under “Contact Us” in the menu.',
  miner_not_activated: 'Please Activate Miner',
  miner_running: 'Miner Already Started, Try Later',
  mining_incomplete: 'Mining Progress Not Complete, Cannot Start',
  activation_unavailable: 'Your miner is already permanent. Nothing was charged.',
  activation_unavailable_trial:
    'The trial comes first. Nothing was charged. Start it, claim what it produces, then activate a permanent miner.',
  activation_unavailable_friend:
    'No friend you invited is verified yet. Nothing was charged. Wait until one is, or pay in USDT.',
  insufficient_balance:
    'Insufficient balance: you have {balance} {coin}, this needs {amount} {coin}. Nothing was charged.',
  insufficient_balance_hashrate:
    'You have {balance} purchased hashrate, this needs {amount}. Nothing was sold.',
  invalid_amount: 'Please enter a valid amount',
  invalid_amount_minimum: 'The smallest withdrawal is {minimum} {coin}. Nothing was sent.',
  invalid_amount_limit:
    'You can withdraw {left} {coin} more today. Nothing was sent. Try less, or come back tomorrow.',
  fund_exhausted: 'The fund can’t pay this much now. Nothing was charged. Try less, or come back later.',
  price_unavailable:
    'There’s no current price for this coin. Nothing was swapped. Try again in a few minutes.',
  price_unavailable_chain:
    'The blockchain isn’t answering, so we can’t be sure of the price. Nothing was swapped. Try again in a minute.',
  price_unavailable_peg: '{coin} is more than 1% off one US dollar. Nothing was swapped. Come back later.',
  below_minimum_received: 'The price moved below your minimum. Nothing was swapped. Check the new price.',
  address_invalid: 'This isn’t a wallet address. Nothing was sent. Copy it again and paste it.',
  consent_required: 'Your wallet has to approve this address. Nothing was sent. Sign to continue.',
  exchange_limit:
    'You can swap at most {most} {coin} now. Nothing was swapped. Try less, or come back later.',
  stake_locked: 'You can unstake 24 hours after staking. It keeps earning until then.',
  betting_closed: 'Betting on this round has closed. Nothing was charged. Join the next one.',
  official_miner_required: 'You need a permanent miner to play. Nothing was charged. Activate yours first.',
  exposure_limit: 'The race bank couldn’t pay this bet if it won. Nothing was charged. Bet less.',
  play_paused: 'You paused the games. Nothing was charged. See your limits for when you can play again.',
  play_paused_limit:
    'Your daily limit is {dailyBetLimit} ADIT, and you bet {spentToday} ADIT today. Nothing was charged. Bet less, or come back tomorrow.',
  play_paused_guesses:
    'You’ve used all {maxGuesses} guesses in this round. Nothing was charged. Join the next one.',
  pool_full:
    'Paid guesses are off while the pool is this large. Nothing was charged. Your free guess still counts.',
  coupon_invalid: 'This code is wrong, expired or used up. Nothing changed. Check it and try again.',
  coupon_invalid_redeemed: 'You’ve already redeemed this code. Nothing changed.',
  consent_required_delete:
    'Your approval expired or your balances changed. Nothing was deleted. Check again and sign once more.',
  deletion_blocked:
    'Something is still open in this account. Nothing was deleted. Finish it first, then try again.',
};
