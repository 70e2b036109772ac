import base from './playwright.config'

/** `npm run shots`: pictures of every page and state, for people to look at. Not a test. */
export default { ...base, testMatch: 'shots.ts', timeout: 300_000, retries: 0 }
