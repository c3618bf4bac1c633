import { describe, expect, it } from '@jest/globals';
import { ApiError, createApi } from '@inbox/api';
import { CALL_ERRORS, meetCallFault } from './call-faults';
import { createFakePorts } from './fake-ports';

const told = (error: unknown) =>
  error instanceof ApiError ? [error.kind, error.message, error.details.status] : error;
const callOf = ({ ports }: ReturnType<typeof createFakePorts>) =>
  createApi({ ...ports.api, getToken: async () => null })
    .allAgents({})
    .catch(told);

describe.each(CALL_ERRORS)('a call that meets %s', (fault, error) => {
  it('rejects with the error that the tables have for it', async () => {
    const fake = createFakePorts({ answers: { allAgents: () => [] } });
    const { met, end } = meetCallFault(fake, /\/all_agents\//, fault);
    expect(await callOf(fake)).toEqual(told(error));
    end();
    expect([await callOf(fake), met()]).toEqual([[], 1]);
  });

  it('rejects with it when the answer throws it', async () => {
    const allAgents = () => {
      throw error;
    };
    expect(await callOf(createFakePorts({ answers: { allAgents } }))).toEqual(told(error));
  });
});
