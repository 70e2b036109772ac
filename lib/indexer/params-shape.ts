import { z } from 'zod'
import { CLOSE_LIST, CLOSE_OBJECT, type JsonBytes, OPEN_LIST, OPEN_OBJECT, type Scalar } from './json-bytes'
import { invalidParams } from './method-error'

/*
 * Params as an operation's definition knows them, from JSON. Only the fields of the definition are built; members that are
 * ignored are passed over, and a list is kept as far as anybody looks. What Photon's library refuses while it reads (a field
 * twice, an unknown one, too few or many values by position) is refused here; what the values may be, the definition says.
 */

/** What stands in a place of the params. */
type Shape = { kind: 'scalar' } | { kind: 'list'; of: Shape } | StructShape

/** An object of fields, in the order in which a list gives them by position. */
interface StructShape {
  kind: 'struct'
  fields: readonly (readonly [name: string, shape: Shape])[]
  /** Unknown members are a mistake; else they are ignored. */
  closed: boolean
}

/** What is built of a place. */
export type Built = Scalar | Built[] | { [name: string]: Built }

/** Elements of a list that are kept: more than any list may have, so that too many can be told. */
const KEPT = 6

/** Elements of a list that are read at all. Behind them it is passed over: too many they are in any case. */
const READ = 1000

/** The shape of an operation's params, from its definition. @param order names by position. */
export function paramsShape(schema: z.ZodObject, order: readonly string[]): StructShape {
  const shape = structShape(schema)
  const fields = order.map((name) => shape.fields.find(([known]) => known === name) ?? ([name, SCALAR] as const))
  return { ...shape, fields }
}

const SCALAR: Shape = { kind: 'scalar' }

function structShape(schema: z.ZodObject): StructShape {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, shapeOf(field)] as const)
  return { kind: 'struct', fields, closed: schema.def.catchall instanceof z.ZodNever }
}

function shapeOf(schema: unknown): Shape {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return { kind: 'list', of: shapeOf(schema.element) }
  return schema instanceof z.ZodObject ? structShape(schema) : SCALAR
}

/**
 * Reads params of the shape.
 * @param built told how many values were built.
 * @throws MethodError that names the place; SyntaxError for what is no JSON.
 */
export function readShape(json: JsonBytes, shape: StructShape, built: (values: number) => void): Built {
  return new ShapeReader(json, built).read(shape, '', true)
}

class ShapeReader {
  constructor(
    private readonly json: JsonBytes,
    private readonly built: (values: number) => void,
  ) {}

  /** @param optional the last values may be left out where they are given by position. */
  read(shape: Shape, path: string, optional = false): Built {
    this.built(1)
    const byte = this.json.peek()
    if (shape.kind === 'list' && byte === OPEN_LIST) return this.list(shape.of, path)
    if (shape.kind === 'struct' && byte === OPEN_OBJECT) return this.byName(shape, path)
    if (shape.kind === 'struct' && byte === OPEN_LIST) return this.byPosition(shape, path, optional)
    return this.json.scalar()
  }

  private list(of: Shape, path: string): Built[] {
    const kept: Built[] = []
    this.json.enter()
    for (let i = 0; this.json.next(CLOSE_LIST, i === 0); i++) {
      if (i >= READ) {
        this.json.skip()
        continue
      }
      const element = this.read(of, `${path}[${i}]`)
      if (i < KEPT) kept.push(element)
    }
    return kept
  }

  private byName({ fields, closed }: StructShape, path: string): Built {
    const values: { [name: string]: Built } = {}
    this.json.enter()
    for (let isFirst = true; this.json.next(CLOSE_OBJECT, isFirst); isFirst = false) {
      const name = this.json.name()
      if (name === null) throw invalidParams(`${path || 'params'}: the name of a field is no Unicode`)
      const field = fields.find(([known]) => known === name)
      if (field) {
        if (Object.hasOwn(values, name)) throw invalidParams(`${path || 'params'}: duplicate field \`${name}\``)
        values[name] = this.read(field[1], path === '' ? name : `${path}.${name}`)
      } else if (closed) throw unknownField(name, fields)
      else this.json.skip()
    }
    return values
  }

  private byPosition({ fields }: StructShape, path: string, optional: boolean): Built {
    const values: { [name: string]: Built } = {}
    this.json.enter()
    let length = 0
    for (; this.json.next(CLOSE_LIST, length === 0); length++) {
      const field = fields[length]
      if (field) values[field[0]] = this.read(field[1], path === '' ? field[0] : `${path}.${field[0]}`)
      else this.json.skip()
    }
    if (length > fields.length || (length < fields.length && !optional)) {
      const most = optional ? 'at most ' : ''
      const names = fields.map(([name]) => name).join(', ')
      throw invalidParams(`${path || 'params'}: must be ${most}${fields.length} values (${names}), found ${length}`)
    }
    return values
  }
}

type Fields = StructShape['fields']

function unknownField(name: string, fields: Fields): Error {
  const expected = fields.map(([known]) => `\`${known}\``).join(', ')
  return invalidParams(`params: unknown field \`${name.slice(0, 40)}\`, expected one of ${expected}`)
}
