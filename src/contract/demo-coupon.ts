/** The coupon that demo mode starts with, so that a newcomer has one to try; the page names it there. */
export const DEMO_COUPON = { code: 'WELCOME-ADIT', coin: 'ADIT', amount: '5' } as const;
