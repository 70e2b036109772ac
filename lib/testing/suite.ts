/** `quick` at every commit, `slow` in the gate, `nightly`. docs/testing.md */
export const SUITE = process.env.SUITE ?? 'quick'

export function runs(quick: number, slow: number, nightly: number): { numRuns: number } {
  return { numRuns: SUITE === 'quick' ? quick : SUITE === 'slow' ? slow : nightly }
}
