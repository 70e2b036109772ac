export const LEAF = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <title>Leafscan</title>
  <path fill="#17663c" d="M20.5 2.5c.9 8.9-1.6 16-9 16.9-4.6.6-7.8-2.3-7.9-6.5C3.5 6.2 10.7 2.7 20.5 2.5z" />
  <g fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round">
    <path stroke="#17663c" d="M3.5 21.5 6 18.7" />
    <path d="M6 18.7 15.5 8M8.3 16.1V11M8.3 16.1h5.2M11.8 12.2V8.3M11.8 12.2h4.4" />
  </g>
</svg>
`

/** Inlined: a request would compete with the page's. */
export const LEAF_URL = `data:image/svg+xml,${encodeURIComponent(LEAF.replaceAll(/\n */g, ''))}`
