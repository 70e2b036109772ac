import { expect, test } from 'vitest'
import { looksLikeUrl, parsedUrl, urlMistake } from './misspelt-url'

test.each([
  'http://127.0.0.1:8784',
  'HTTPS://h/?key=k',
  'https://user:pa,ss@h/a,b?list=1,2,x=3#f',
  'http://[::1]:8784/',
  'https://mainnet.example.',
  'https://münchen.example/x',
  'http://a_b-c:1/%20',
])('%s is a URL', (url) => {
  expect(urlMistake(url)).toBeNull()
})

test.each([
  ['', 'it is empty'],
  [' https://h/KEY', 'it starts or ends with a space'],
  ['"https://h/KEY"', 'it is in quotes'],
  ['https://h/KEY https://h', 'it contains a space'],
  ['wss://h/KEY', 'its scheme is neither http nor https'],
  ['h/KEY', 'it does not begin with http:// or https://'],
  ['https//h/KEY', 'it does not begin with http:// or https://'],
  ['https:/h/KEY', 'it has no // behind its scheme'],
  ['https:///KEY', 'it has no host'],
  ['https://h:KEY/', 'its host or port is invalid'],
  ['https://h:99999/KEY', 'its host or port is invalid'],
  ['https://api-key=KEY', 'its host is not a valid host name'],
  ['http://https://h/KEY', 'it has its scheme twice'],
])('%j is none: %s', (text, mistake) => {
  expect(urlMistake(text)).toBe(mistake)
})

test('a URL stays one however often it is asked', () => {
  // Often enough for V8 to optimise the function.
  for (let times = 0; times < 50_000; times++) {
    if (!parsedUrl('https://m\u00fcnchen.example/x')) expect.fail(`none after ${times} times`)
  }
})

test('a URL is told from words, numbers and usual paths, however it is misspelt', () => {
  for (const text of ['x', '3000.5', 'a=base,b', '::1', '/var/leaf scan/x.sqlite', 'recordings/one', '-1']) {
    expect(looksLikeUrl(text), text).toBe(false)
  }
  for (const text of ['https:/h', 'htps://h', '//h', 'h?k=K', 'me:K@h', "'h/K'", ' h/K', 'https:h', 'h\\K']) {
    expect(looksLikeUrl(text), text).toBe(true)
  }
})
