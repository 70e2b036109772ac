/** Text as one word of a POSIX shell, whatever stands in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The explorer's API asked from a shell. */
export function apiCurl(url: string): string {
  return `curl ${shellWord(url)}`
}

/** The indexer asked from a shell. Its address is the reader's to put into INDEXER_URL: the explorer's holds a key. */
export function indexerCurl(method: string, body: string): string {
  return `curl "$INDEXER_URL/${method}" -H 'Content-Type: application/json' \\\n  -d ${shellWord(body)}`
}
