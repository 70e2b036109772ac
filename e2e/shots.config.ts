import base from './playwright.config'

export default { ...base, testMatch: 'shots.ts', timeout: 300_000, retries: 0 }
