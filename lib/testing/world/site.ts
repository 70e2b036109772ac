export const SITE = 'https://leafscan.example'
