import localFont from 'next/font/local'

/*
 * IBM Plex, as on preview cards (scripts/fonts.mjs makes the files). `swap`: until it loads, a system font with adjusted
 * metrics. Not by Next.js, which only knows Arial and one weight.
 */

export const plexSans = localFont({
  src: '../dist/fonts/plex-sans.woff2',
  weight: '400 600',
  display: 'swap',
  variable: '--plex-sans',
  adjustFontFallback: false,
})

export const plexMono = localFont({
  src: '../dist/fonts/plex-mono.woff2',
  weight: '400',
  display: 'swap',
  variable: '--plex-mono',
  adjustFontFallback: false,
})
