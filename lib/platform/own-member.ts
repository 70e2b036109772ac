/** Unlike `table[name]`, ignores inherited members such as `constructor`. */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
