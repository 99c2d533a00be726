/** Types from JSON Schemas: reads {file: {head, schema}} and prints {file: TypeScript}. */

import { compile } from "json-schema-to-typescript";
import { text } from "node:stream/consumers";

const asked = JSON.parse(await text(process.stdin));
const made = {};
for (const [file, { head, schema }] of Object.entries(asked)) {
  const types = await compile(schema, "All", {
    bannerComment: head,
    declareExternallyReferenced: true,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { printWidth: 160 },
  });
  // The type that refers to all others has done its work.
  made[file] = types.replace(/\nexport interface All \{[^}]*\}\n/, "\n");
}
process.stdout.write(JSON.stringify(made));
