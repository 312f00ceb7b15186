// The only place that may connect to any node. Its script is served with its own policy (server/http/security.ts)
// that allows exactly this, so that the pages' policy stays closed.
import type { Question } from '#draws/questions.ts';
import { askNode } from './node-reader.ts';

export interface Ask {
  url: string;
  questions: Question[];
}

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  void askNode(data.url, data.questions, fetch).then((reply) => postMessage(reply));
});
