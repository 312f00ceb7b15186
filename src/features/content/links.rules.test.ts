// Contact links: which can be opened, what kind they are, and which stay plain text.
import { expect, test } from 'vitest';
import { contactLink } from './links.rules.ts';

test.each([
  ['https://help.adit.example/', 'web', 'https://help.adit.example/'],
  ['http://help.adit.example', 'web', 'http://help.adit.example'],
  ['mailto:help@adit.example', 'mail', 'help@adit.example'],
  ['tel:+6561234567', 'phone', '+6561234567'],
  ['tg://resolve?domain=adit', 'telegram', 'tg://resolve?domain=adit'],
  [' https://t.me/adit ', 'telegram', 'https://t.me/adit'],
])('%s is %s', (url, kind, text) => {
  const link = contactLink(url);
  expect(link).toMatchObject({ kind, text });
  expect(link.href).not.toBeNull();
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://adit.example/1',
  'intent://adit#Intent;end',
  'ftp://adit.example',
  '//adit.example',
  'https://',
  '@adit_support',
  '',
])('%s stays plain text', (url) => expect(contactLink(url)).toMatchObject({ kind: 'text', href: null }));
