import { InboxPanel } from '@inbox/embed-react';
import { StrictMode, useState, version } from 'react';
import { createRoot } from 'react-dom/client';
import './shop';

const { tickets, token, inboxUrl, told } = window.shop;

function App() {
  const [at, setAt] = useState(0);
  const [isShown, setShown] = useState(true);
  return (
    <main>
      <h1>A shop with React {version}</h1>
      <button onClick={() => setAt(at + 1)}>Next ticket</button>
      <button onClick={() => setShown(false)}>Close</button>
      <div id="one" style={{ blockSize: 600 }}>
        {isShown && (
          <InboxPanel
            inboxUrl={inboxUrl}
            name="customer-panel"
            ticketId={tickets[at]}
            getToken={() => token}
            onReady={() => told.ready.push('customer-panel')}
            onError={({ code }) => told.errors.push(code)}
          />
        )}
      </div>
    </main>
  );
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
