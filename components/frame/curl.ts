export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

export function apiCurl(url: string): string {
  return `curl ${shellWord(url)}`
}

/** The user sets INDEXER_URL: the explorer's own URL holds an API key. */
export function indexerCurl(method: string, body: string): string {
  return `curl "$INDEXER_URL/${method}" -H 'Content-Type: application/json' \\\n  -d ${shellWord(body)}`
}
