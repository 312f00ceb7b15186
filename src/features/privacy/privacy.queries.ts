// What the page asks the server for.
import { kept, refresh } from '#api/queries.ts';

export const kycQuery = () => kept('GET /api/user/kyc');
export const sessionsQuery = () => ({ ...kept('GET /api/user/sessions'), staleTime: 0 });

/** Documents were deleted: where the verification stands is asked for anew. */
export const documentsGone = (): Promise<unknown> => refresh('GET /api/user/kyc');
