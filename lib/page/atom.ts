import { xmlText } from '../format/xml'

/** RFC 4287, the subset that an event list needs. Times are ISO 8601 UTC, links absolute, text plain. */
export interface AtomFeed {
  id: string
  title: string
  subtitle: string
  self: string
  alternate: string
  updated: string
  author: string
  entries: AtomEntry[]
}

/** `id`: a URI that never changes for the same event. */
export interface AtomEntry {
  id: string
  title: string
  published?: string
  updated: string
  link: string
  category: string
  summary: string
}

export function atomFeed({ id, title, subtitle, self, alternate, updated, author, entries }: AtomFeed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xmlText(id)}</id>
<title>${xmlText(title)}</title>
<subtitle>${xmlText(subtitle)}</subtitle>
<updated>${xmlText(updated)}</updated>
<author><name>${xmlText(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(alternate)}"/>
${entries.map(entryText).join('')}</feed>
`
}

function entryText({ id, title, updated, published, link, category, summary }: AtomEntry): string {
  return `<entry>
<id>${xmlText(id)}</id>
<title>${xmlText(title)}</title>
${published === undefined ? '' : `<published>${xmlText(published)}</published>\n`}<updated>${xmlText(updated)}</updated>
<link rel="alternate" type="text/html" href="${xmlText(link)}"/>
<category term="${xmlText(category)}"/>
<summary type="text">${xmlText(summary)}</summary>
</entry>
`
}
