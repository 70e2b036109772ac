/** @type {import('next').NextConfig} */
export default {
  outputFileTracingRoot: import.meta.dirname,
  // Guides are pages as well: app/help/[guide].
  turbopack: { root: import.meta.dirname, rules: { '*.md': { type: 'text' } } },
  poweredByHeader: false,
  reactStrictMode: true,
  // Previews are read by agents that do not run scripts: tags stand in the head for every one of them.
  htmlLimitedBots: /.*/,
  // No optimizer: a surface that Leafscan has no use for.
  images: { unoptimized: true },
  // Types are checked by `npm test`, tests included: whoever starts Leafscan for the first time does not wait for that.
  typescript: { ignoreBuildErrors: true },
}
