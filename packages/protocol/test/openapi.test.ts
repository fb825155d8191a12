import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../src/openapi.ts'
import { allRoutes } from '../src/allRoutes.ts'

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { name: string; in: string; required: boolean }[]
  readonly requestBody?: { content: { 'application/json': { schema: { required?: string[] } } } }
  readonly responses: Record<string, unknown>
}

const document: Document = JSON.parse(JSON.stringify(openApiDocument()))
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

describe('given the description of the API', () => {
  it('is OpenAPI 3.1 and describes each route of the table once', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(allRoutes).toSorted())
  })

  it('declares every parameter of a path, and none that is not in it', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters } of Object.values(methods)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path')
        expect(declared.map(({ name }) => name)).toEqual(inPath)
        expect(declared.every(({ required }) => required)).toBe(true)
      }
    }
  })

  it('tells what a record needs, what each route answers, and how it fails', () => {
    const record = operations.find(({ operationId }) => operationId === 'recordOffer')
    expect(record?.requestBody?.content['application/json'].schema.required).toContain('tokenIdsOffered')
    for (const { operationId, responses } of operations) {
      const route = Object.entries(allRoutes).find(([name]) => name === operationId)
      expect(Object.keys(responses)).toEqual([...Object.keys(route?.[1].answers ?? {}), 'default'])
    }
  })
})
