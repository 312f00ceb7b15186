// The offline page: shows the result of the check as data is pasted. No library, no requests, no storage.
import { firstLanguage, type Language, LANGUAGES, LANGUAGE_NAMES } from '#contract/languages.ts';
import { Malformed } from '#draws/fields.ts';
import { type Check, verdictOf } from '#draws/proof.ts';
import { type Checked, checkPaper, commandOf, NO_JSON } from './paper.ts';
import { TEXTS, type Texts } from './texts.ts';

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(id);
}

const language = find('language', HTMLSelectElement);
const data = find('data', HTMLTextAreaElement);
const own = find('own', HTMLTextAreaElement);
const status = find('status', HTMLElement);
const ownStatus = find('own-status', HTMLElement);
const steps = find('steps', HTMLElement);
const ask = find('ask', HTMLElement);
const command = find('command', HTMLElement);

function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function values({ state, claimed, found, why }: Check, texts: Texts): HTMLElement {
  const pairs: [string, string][] =
    state === 'differs'
      ? [
          [texts.claimed, claimed],
          [texts.found, found || texts.nothing],
        ]
      : [state === 'matches' ? ['', claimed] : [why ? texts[why] : '', found]];
  const made = element('div', '');
  for (const [name, value] of pairs) made.append(element('small', name), element('code', value));
  return made;
}

function step(check: Check, texts: Texts): HTMLElement {
  const item = element('li', '');
  item.append(
    element('strong', texts[check.id]),
    element('span', texts.states[check.state], `state ${check.state}`),
    values(check, texts),
  );
  return item;
}

function show(state: string, words: string, checks: Check[], texts: Texts): void {
  status.className = state;
  status.textContent = words;
  steps.replaceChildren(...checks.map((check) => step(check, texts)));
}

function showChecked({ claim, checks, questions }: Checked, texts: Texts): void {
  const verdict = verdictOf(checks);
  show(
    verdict,
    `${texts.verdicts[verdict]}\n${claim.round} · ${texts.drawn}: ${claim.result.join(' ')}`,
    checks,
    texts,
  );
  ask.hidden = questions.length === 0;
  command.textContent = commandOf(questions);
}

function faultText(error: unknown, texts: Texts): string {
  const field = error instanceof Malformed ? error.field : '';
  return field === NO_JSON ? texts.noJson : texts.malformed.replace('{}', field);
}

/** What is wrong with the reader's own answers is said at their field, and the data is checked without them. */
function check(texts: Texts): void {
  ask.hidden = true;
  ownStatus.textContent = '';
  if (data.value.trim() === '') return show('', '', [], texts);
  try {
    return showChecked(checkPaper(data.value, own.value), texts);
  } catch (error) {
    ownStatus.textContent = faultText(error, texts);
  }
  try {
    showChecked(checkPaper(data.value, ''), texts);
  } catch (error) {
    ownStatus.textContent = '';
    show('differs', faultText(error, texts), [], texts);
  }
}

function translate(): void {
  const texts = TEXTS[language.value as Language];
  document.documentElement.lang = language.value;
  document.title = texts.title;
  for (const part of ['title', 'intro', 'data', 'own', 'ask'] as const)
    find(`${part}-label`, HTMLElement).textContent = texts[part];
  check(texts);
}

for (const tag of LANGUAGES) language.append(new Option(LANGUAGE_NAMES[tag], tag));
language.value = firstLanguage(navigator.languages);
for (const field of [language, data, own]) field.addEventListener('input', translate);
translate();
