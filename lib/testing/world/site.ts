/** SITE_URL of the worlds: absolute links lead there. */
export const SITE = 'https://leafscan.example'
