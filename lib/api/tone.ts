/** Never shown by colour alone: always with a word or a shape. */
export type Tone = 'live' | 'doubt' | 'fail' | 'plain'
