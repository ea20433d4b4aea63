/**
 * The driver of the TypeScript client that hey-api generates from openapi.split.yaml: a job a line
 * in, an observation a line out. It uses the generated functions as their documentation shows.
 */
import { createInterface } from 'node:readline';

import { createClient } from './client/client/index.js';
import * as sdk from './client/sdk.gen.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Job {
  case: string;
  kind: 'request' | 'response' | 'stream' | 'error' | 'replay';
  operation: string;
  stream: boolean;
  arguments: Record<string, Json>;
  results: Json[];
  base_urls: string[];
  api_key: string;
}

type Observation = Record<string, unknown> & { unsupported: Record<string, string> };

const SECONDS_OF_A_STREAM = 3;

const VIEW = 'the generated client has no view of text, reasoning and tool calls';
const STREAM_END = 'the generated client gives events only: no response, and no state at the end';

/** The generated functions of an operation, typed as the driver calls them. */
const OPERATIONS: Record<string, { create: Function; stream: Function }> = {
  'chat.completions.create': { create: sdk.chatCompletionsCreate, stream: sdk.chatCompletionsStream },
  'messages.create': { create: sdk.messagesCreate, stream: sdk.messagesStream },
  'responses.create': { create: sdk.responsesCreate, stream: sdk.responsesStream },
};

function options(job: Job, body: Record<string, Json>) {
  const client = createClient({ baseUrl: job.base_urls[0], auth: job.api_key });
  return { client, body };
}

async function create(job: Job, body: Record<string, Json>): Promise<Json | undefined> {
  const { data } = await OPERATIONS[job.operation]!.create(options(job, body));
  return data as Json | undefined;
}

async function stream(job: Job, body: Record<string, Json>): Promise<{ events: Json[]; hung: boolean }> {
  const events: Json[] = [];
  const signal = AbortSignal.timeout(SECONDS_OF_A_STREAM * 1000);
  const result = await OPERATIONS[job.operation]!.stream({
    ...options(job, { ...body, stream: true }),
    signal,
    sseMaxRetryAttempts: 1,
  });
  for await (const event of result.stream) {
    events.push(event as Json);
  }
  return { events, hung: signal.aborted };
}

function turns(job: Job, answer: Json): Record<string, Json> {
  const value = answer as Record<string, any>;
  const key = 'input' in job.arguments ? 'input' : 'messages';
  let appended: Json[];
  if (job.operation === 'chat.completions.create') appended = [value.choices[0].message];
  else if (job.operation === 'messages.create') appended = [{ role: 'assistant', content: value.content }];
  else appended = value.output;
  return { ...job.arguments, [key]: [...(job.arguments[key] as Json[]), ...appended, ...job.results] };
}

async function perform(job: Job): Promise<Observation> {
  if (job.kind === 'error') {
    return {
      unsupported: {
        '*': 'the generated client has no error classes, no retries and no errors inside streams',
      },
    };
  }
  if (job.kind === 'replay' && job.stream) {
    return { unsupported: { '*': STREAM_END } };
  }
  const views = { text: VIEW, reasoning: VIEW, calls: VIEW };
  if (job.stream) {
    const { events, hung } = await stream(job, job.arguments);
    const unsupported = { ...views, shown: VIEW, warned: STREAM_END, final: STREAM_END };
    if (hung) return { events, state: 'open', unsupported };
    return { events, unsupported: { ...unsupported, state: STREAM_END } };
  }
  const final = await create(job, job.arguments);
  if (job.kind === 'replay') await create(job, turns(job, final as Json));
  return { final, unsupported: views };
}

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line) as Job;
  let observation: Record<string, unknown>;
  try {
    observation = await perform(job);
  } catch (error) {
    observation = { crash: String(error) };
  }
  process.stdout.write(`${JSON.stringify({ case: job.case, ...observation })}\n`);
}
process.exit(0);
