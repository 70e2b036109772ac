/*
 * A misspelt URL still holds its key and may be in the wrong variable, so errors never repeat text that could be a URL: they
 * name the kind of mistake.
 */

export function looksLikeUrl(text: string): boolean {
  return /:\/|\/\/|[?@&%#"'<>\\]|^\s|\s$|^[a-z][a-z0-9+.-]+:/i.test(text)
}

/** For names of files, which may hold everything else, such as a time or a drive. */
export function isUrl(text: string): boolean {
  return /:\/\/|https?(:|\/\/)/i.test(text)
}

/** Any other character in the host means that another part of the URL is in the wrong place. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?\.?)$/i

/** Describes what is wrong with an http(s) URL without quoting it; null if valid. */
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

/** null if invalid. Not URL.canParse: in Node 20, after optimisation, it returns false for text with letters such as `é`. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
