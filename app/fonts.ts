import localFont from 'next/font/local'

/*
 * The type of every page: IBM Plex, as the preview cards have it (scripts/fonts.mjs makes the files). `optional`: a page
 * whose fonts are not there in time is drawn in the reader's own, and nothing moves afterwards.
 */

/** Text, in weights 400 to 600. */
export const plexSans = localFont({
  src: '../dist/fonts/plex-sans.woff2',
  weight: '400 600',
  display: 'optional',
  variable: '--plex-sans',
})

/** Identifiers and bytes. */
export const plexMono = localFont({
  src: '../dist/fonts/plex-mono.woff2',
  weight: '400',
  display: 'optional',
  variable: '--plex-mono',
  adjustFontFallback: false,
})
