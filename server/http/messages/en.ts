/** Messages of replies in English. The wording of the specification's user messages is kept to the letter. */
import type { Messages } from './messages.ts';

export const en: Messages = {
  ok: '',
  invalid_request:
    'This request could not be understood. Nothing was changed: check what you entered and try again.',
  session_expired: 'Your session has expired. Nothing was lost: please log in again.',
  please_log_in: 'Please log in',
  forbidden: 'This is switched off here. Nothing was changed.',
  forbidden_claim_only:
    'This device may only look and claim. Nothing was changed: connect your wallet here to do more.',
  not_found: 'This could not be found. Check the link, or go back and try again.',
  conflict:
    'This differs from a request that was already answered. Nothing was changed: reload the page and try again.',
  too_large: 'What you sent is too large. Nothing was saved: choose something smaller and try again.',
  too_many_requests: 'Too many requests, please try again later',
  too_many_requests_busy:
    'Too many documents are arriving at once. Nothing was saved: please try again in a moment.',
  too_many_requests_uploads:
    'Documents were sent too often from this account. Nothing was saved: please try again in an hour.',
  too_many_requests_quota:
    'No more documents are taken today from this account or network. Nothing was saved: please try again tomorrow.',
  internal:
    'Something went wrong on our side. Nothing was changed: please try again, and contact us if it stays.',
  unavailable: 'The service is not reachable right now. Nothing was changed: please try again in a minute.',
  bad_sign:
    'The request was altered on its way, or this page is outdated. Nothing was changed: reload and try again.',
  stale_timestamp:
    'Your device’s clock differs from ours. Nothing was changed: correct its date and time, then try again.',
  bad_wallet_signature:
    'The signature does not fit the sign-in message. Nothing was changed: sign in again with the same account.',
  bad_nonce:
    'This sign-in request has expired or was already used. Nothing was changed: please sign in again.',
  device_unknown:
    'This device is not signed in any more. Nothing was changed: connect your wallet to sign in again.',
  kyc_required: 'KYC not completed, verify before starting the miner',
  kyc_required_withdraw: 'KYC not completed, verify before withdrawing. Your balance is unchanged.',
  kyc_pending:
    'Your verification was already submitted. Nothing needs to be sent again: see its state on the KYC page.',
  kyc_invalid: 'Your submitted information is incorrect. Please upload the correct information.',
  account_frozen:
    'This account is frozen. Nothing was changed: “Contact Us” in the menu shows how to reach us.',
  miner_not_activated: 'Please Activate Miner',
  miner_running: 'Miner Already Started, Try Later',
  mining_incomplete: 'Mining Progress Not Complete, Cannot Start',
  activation_unavailable:
    'Your miner is permanent already, or no verified friend is left to activate it with. Nothing was charged.',
  insufficient_balance:
    'Insufficient balance: current balance {balance} {coin}, amount {amount} {coin}. Nothing was charged.',
  invalid_amount: 'Please enter a valid amount',
  fund_exhausted:
    'The fund that pays for this cannot cover the amount now. Nothing was charged: try less, or come back later.',
  price_unavailable:
    'There is no current price for this coin. Nothing was exchanged: please try again in a few minutes.',
  price_unavailable_chain:
    'The blockchain does not answer or stands still, so no price is certain. Nothing was exchanged: please try again in a minute.',
  price_unavailable_peg:
    '{coin} is more than 1 % away from one US dollar and is not exchanged meanwhile. Nothing was exchanged: come back later.',
  below_minimum_received:
    'The price has moved, and you would get less than your minimum. Nothing was exchanged: check the new price.',
  address_invalid:
    'This is not a valid wallet address. Nothing was sent: copy the address again and paste it.',
  consent_required: 'Your wallet has to approve this address. Nothing was sent: sign the request to go on.',
  exchange_limit:
    'This is more than can be exchanged now: at most {most} {coin}. Nothing was exchanged: try less, or come back later.',
  stake_locked:
    'A stake can be redeemed 24 hours after it was made. It goes on earning until then: try again later.',
  betting_closed: 'This round takes no more bets. Nothing was charged: join the next round.',
  official_miner_required:
    'Only owners of a permanent miner can take part. Nothing was charged: activate your permanent miner first.',
  exposure_limit: 'The bank could not pay out this bet if it won. Nothing was charged: bet a smaller amount.',
  play_paused:
    'Your own limit or pause is in force. Nothing was charged: see your limits for when you can play again.',
  pool_full:
    'The pool is large enough now that buying every number could pay, so no further guesses are sold. Nothing was charged: your free guess of each round still counts.',
  coupon_invalid:
    'This code is unknown, expired or used up. Nothing was changed: check the code and try again.',
  consent_required_delete:
    'This approval has expired, or your balances have changed. Nothing was deleted: look again and sign once more.',
  deletion_blocked:
    'Something in this account is still open. Nothing was deleted: end it first, then try again.',
};
