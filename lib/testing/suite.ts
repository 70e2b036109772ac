/** Which tests run: `quick` at every commit, `slow` in the gate, `nightly`. docs/testing.md */
export const SUITE = process.env.SUITE ?? 'quick'

/** How often a property is tried: few times at every commit, most often at night. */
export function runs(quick: number, slow: number, nightly: number): { numRuns: number } {
  return { numRuns: SUITE === 'quick' ? quick : SUITE === 'slow' ? slow : nightly }
}
