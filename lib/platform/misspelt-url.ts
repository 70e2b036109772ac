/*
 * What an error may repeat of a setting that breaks its rule. A misspelt URL carries its key all the same, and may stand in
 * the wrong variable, so what could be a URL is never repeated: the error names the kind of mistake instead.
 */

/** True for text with anything that URLs have and words, numbers and usual paths have not. */
export function looksLikeUrl(text: string): boolean {
  return /:\/|\/\/|[?@&%#"'<>\\]|^\s|\s$|^[a-z][a-z0-9+.-]+:/i.test(text)
}

/** Names that a URL's host may have: what else stands there is another part of the URL, put in the wrong place. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?\.?)$/i

/** What is wrong with text that should be an http(s) URL, in words that hold nothing of it; null when nothing is. */
export function urlMistake(text: string): string | null {
  if (text === '') return 'it is empty'
  if (/^\s|\s$/.test(text)) return 'it starts or ends with a space'
  if (/^["'<`]|["'>`]$/.test(text)) return 'it is in quotes'
  if (/\s/.test(text)) return 'it contains a space'
  if (!/^https?:/i.test(text)) {
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
      ? 'its scheme is neither http nor https'
      : 'it does not begin with http:// or https://'
  }
  if (!/^https?:\/\//i.test(text)) return 'it has no // behind its scheme'
  if (!/^https?:\/\/[^/\\?#]/i.test(text)) return 'it has no host'
  const hostname = parsedUrl(text)?.hostname
  if (hostname === undefined) return 'its host or port is invalid'
  if (!HOST.test(hostname)) return 'its host is not a valid host name'
  return /^https?$/i.test(hostname) ? 'it has its scheme twice' : null
}

/**
 * A URL by the rules of browsers, or null. Not by URL.canParse: once Node 20 has optimised a caller of it, it is false for
 * every text with a letter of Latin-1 beyond ASCII.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
