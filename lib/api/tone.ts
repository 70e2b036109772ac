/** How good something is, as colours say it. Never alone: a word or a shape stands with them. */
export type Tone = 'live' | 'doubt' | 'fail' | 'plain'
