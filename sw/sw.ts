// The service worker, as a table of contents: what it keeps for offline use, and how a new version takes over.
import { precache } from './precache.ts';
import { takeOverWhenAsked } from './updates.ts';

precache();
takeOverWhenAsked();
