/** Which version of the app this is: what health answers, and what the drawer shows for who reports something. */
const NAME = '1.0.0';
/** Counts up with every release. */
const CODE = 100;

export const VERSION = `${NAME} (${CODE})`;
