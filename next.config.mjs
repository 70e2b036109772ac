/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  poweredByHeader: false,
  reactStrictMode: true,
  // Previews are read by agents that do not run scripts: tags stand in the head for every one of them.
  htmlLimitedBots: /.*/,
  // No optimizer: a surface that Leafscan has no use for.
  images: { unoptimized: true },
}
