import { Link } from '@/components/ui/link'

export function OneIndexer({ network, others }: { network: string; others: { name: string; href: string }[] }) {
  return (
    <section className="panel max-w-prose p-4">
      <h2 className="text-base">This network has one indexer</h2>
      <p className="mt-1 text-sm">
        To compare, its operator names a second one in <code>INDEXER_URL</code>: the same name with another URL.
      </p>
      <pre className="mt-3 rounded bg-sunken p-3 text-xs whitespace-pre-wrap break-all">
        <code>{`INDEXER_URL="${network}=https://first.example,${network}=https://second.example"`}</code>
      </pre>
      {others.length > 0 && (
        <p className="mt-3 text-sm">
          Several indexers:{' '}
          {others.map(({ name, href }, i) => (
            <span key={name}>
              <span>{i > 0 && ', '}</span>
              <Link href={href}>{name}</Link>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}
