/** A member of a table by a name from outside: `constructor` and the like are none, though every object has them. */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
