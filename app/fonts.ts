import localFont from 'next/font/local'

/*
 * The type of every page: IBM Plex, as the preview cards have it (scripts/fonts.mjs makes the files). `swap`: until they have
 * come, a page is drawn in the reader's own, made to take the same room. Not by Next.js, which knows Arial alone and one weight.
 */

/** Text, in weights 400 to 600. */
export const plexSans = localFont({
  src: '../dist/fonts/plex-sans.woff2',
  weight: '400 600',
  display: 'swap',
  variable: '--plex-sans',
  adjustFontFallback: false,
})

/** Identifiers and bytes. */
export const plexMono = localFont({
  src: '../dist/fonts/plex-mono.woff2',
  weight: '400',
  display: 'swap',
  variable: '--plex-mono',
  adjustFontFallback: false,
})
