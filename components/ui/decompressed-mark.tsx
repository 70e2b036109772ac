/** facts/cold-tokens.md 3. */
export function DecompressedMark() {
  return (
    <abbr className="chip no-underline" title={DECOMPRESSED_SENTENCE}>
      decompressed
    </abbr>
  )
}

export const DECOMPRESSED_SENTENCE =
  'The account lives on chain now. This entry keeps its address taken and holds nothing.'
