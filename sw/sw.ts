// The service worker's table of contents: what it caches for offline use, what it sends once the network is back, when
// it reminds, and how a new version takes over.
import { sendQueued } from './outbox.ts';
import { keepPictures } from './pictures.ts';
import { precache } from './precache.ts';
import { remind } from './reminders.ts';
import { keepTexts } from './texts.ts';
import { takeOverWhenAsked } from './updates.ts';

precache();
keepTexts();
keepPictures();
sendQueued();
remind();
takeOverWhenAsked();
