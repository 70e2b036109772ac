import { setting } from './setting'

/*
 * Theme and form of times, kept in this browser as words: `light` or `dark`, and `absolute`. A script in the head (app/layout.tsx)
 * writes them into an attribute of <html> before the first paint; any other word means nothing.
 */

const COLORS: Readonly<Record<string, string>> = { light: '#ffffff', dark: '#141a16' }

const saved = setting('leafscan.display')

export function savedDisplay(): readonly string[] {
  return saved.read().split(' ')
}

/** @param word replaces the alternatives */
export function saveDisplay(word: string, alternatives: readonly string[]): void {
  saved.write([...savedDisplay().filter((each) => !alternatives.includes(each)), word].join(' '))
  document.documentElement.dataset.display = saved.read()
  colorBrowser()
}

/** The browser's own bars: the first `theme-color` counts. */
export function colorBrowser(): void {
  document.head.querySelector('[name=theme-color]:not([media])')?.remove()
  const [content] = savedDisplay().flatMap((word) => COLORS[word] ?? [])
  if (content) document.head.prepend(Object.assign(document.createElement('meta'), { name: 'theme-color', content }))
}
